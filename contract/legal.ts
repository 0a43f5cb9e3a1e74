// The terms of use and the privacy policy, for the public pages and the dialog. Users accept the current terms:
// after a new `effective` day everyone must accept again.

export interface LegalText {
  title: string;
  /** The day it came into force, `YYYY-MM-DD`. */
  effective: string;
  /** `{product}` stands for the product's name. */
  sections: { heading: string; paragraphs: string[] }[];
}

export const termsOfUse: LegalText = {
  title: 'Terms of use',
  effective: '2026-11-01',
  sections: [
    {
      heading: 'What this is',
      paragraphs: [
        '{product} keeps the contacts of insurance and financial agents and helps them to reach these people lawfully. Your company has an ' +
          'account; you use it as one of its people, with the role that your company’s administrators gave you.',
        'By accepting these terms you agree with the operator of {product} on what follows. Your company’s own rules, and its agreement with ' +
          'the operator, stand beside them.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'Your account is yours alone. Choose a password that you use nowhere else, keep your second factor to yourself, and tell your ' +
          'administrator at once when you think that somebody else has used your account.',
        'What is done with your account is recorded, with the time and the address it was done from.',
      ],
    },
    {
      heading: 'The people in it',
      paragraphs: [
        'Contacts are people. You may keep and use what you have been given lawfully, for the purpose it was given for, and only as long as ' +
          'you may. Consent counts only for the party that got it: write down its words, its time and its source.',
        'You do not call, text or mail anybody who has asked not to be, who is on a do-not-call list that binds you, or at an hour that the ' +
          'law where they live does not allow. {product} holds back what it knows to be forbidden; what it does not know remains yours to know.',
        'Health and Medicare details are for the person’s own enrollment and service, and for nothing else.',
      ],
    },
    {
      heading: 'What you may not do',
      paragraphs: [
        'You may not look at what is not yours to see, get around a limit or a check, send unlawful or deceptive messages, upload what harms ' +
          'others’ machines, or hand your access to a program or a person that your company has not allowed.',
      ],
    },
    {
      heading: 'Data, ending, and changes',
      paragraphs: [
        'What your company keeps here is your company’s. It may take it with it. When you leave your company, your access ends and what you ' +
          'entered stays with it.',
        'The operator may stop access that endangers others. These terms may change; you will be asked again before a new text binds you.',
        '{product} is provided with care, and as it is. Nothing in these terms takes away a right that the law gives you and does not let you give up.',
      ],
    },
  ],
};

export const privacyPolicy: LegalText = {
  title: 'Privacy policy',
  effective: '2026-11-01',
  sections: [
    {
      heading: 'Who is responsible',
      paragraphs: [
        'For the contacts that a company keeps in {product}, that company decides what is kept and why; the operator of {product} keeps it on ' +
          'its behalf. For the accounts of those who sign in, the operator is responsible.',
      ],
    },
    {
      heading: 'What is kept of you who sign in',
      paragraphs: [
        'Your name, e-mail address and role; a hash of your password, never the password; your second factor’s secret, encrypted; the times and ' +
          'addresses you signed in from, the browser you used and its time zone; and what you changed, with when.',
        'Cookies: one keeps you signed in (token), one guards your requests against other sites (csrf_token), one lets us recognize this browser, so ' +
          'that a sign-in from an unknown one can be reported to you (device). While you sign in, one remembers the page you wanted (redirect_path), ' +
          'and one, for ten minutes, the sign-in that you began at your company’s own provider (sso). There is no cookie for advertising, and ' +
          'nothing is passed to advertisers.',
      ],
    },
    {
      heading: 'How long',
      paragraphs: [
        'Sessions end after two weeks. Browsers that have not been seen for a year are forgotten. The record of changes is kept for as long as the ' +
          'operator has set, two years unless told otherwise. The rest is kept until your company removes it.',
      ],
    },
    {
      heading: 'Who sees it',
      paragraphs: [
        'People of your company, as far as their role reaches. Services that carry mail, texts, calls and payments receive what they need for that. ' +
          'Nobody else, unless the law demands it.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You may ask what is kept of you, have it put right, and have it removed where the law gives you that right. Ask your company first; for ' +
          'your own account, ask the operator.',
      ],
    },
  ],
};
