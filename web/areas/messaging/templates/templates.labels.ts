// Labels of e-mail templates.
import type { EmailShare } from '#contract/emailLists.ts';

export const shareWords: Record<EmailShare, string> = { private: 'Only me', team: 'My team', company: 'The company' };
/** Of one that belongs to somebody else. */
export const sharedWords: Record<EmailShare, string> = { private: 'Private', team: 'Team', company: 'Company' };
