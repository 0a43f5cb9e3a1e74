// The lists that a new company starts with, by variant. Plain data; the company's administrators change it as they like.
// Carriers and custom fields start empty: only the company knows its insurers.
import type { tagColors, Variant } from '#contract/lookups.ts';
import { newTagName } from '#contract/tags.ts';

type Color = (typeof tagColors)[number];

export interface StarterLists {
  /** In the order shown. */
  statuses: readonly { title: string; color: Color }[];
  agentflowStatuses: readonly { title: string; color: Color; group: string }[];
  sources: readonly string[];
  /** In the order shown. */
  categories: readonly { title: string; description: string }[];
  tags: readonly { name: string; color: Color }[];
}

const categories: StarterLists['categories'] = [
  { title: 'Medicare', description: 'Advantage plans, supplements and prescription plans' },
  { title: 'Life', description: 'Term, whole and universal life' },
  { title: 'Annuity', description: 'Fixed, indexed and immediate annuities' },
  { title: 'Health', description: 'Plans for people under 65 and their families' },
  { title: 'Final expense', description: 'Small whole life policies for burial and last bills' },
  { title: 'Long-term care', description: 'Care at home or in a nursing home' },
  { title: 'Property & casualty', description: 'Home and auto' },
  { title: 'Other', description: 'Dental, vision and other lines' },
];

export const turning65TagName = 'T65';

const insurance: StarterLists = {
  statuses: [
    { title: 'New', color: 'blue' },
    { title: 'Attempted', color: 'yellow' },
    { title: 'Contacted', color: 'teal' },
    { title: 'Appointment set', color: 'indigo' },
    { title: 'Quoted', color: 'purple' },
    { title: 'Application sent', color: 'orange' },
    { title: 'Sold', color: 'green' },
    { title: 'Not interested', color: 'gray' },
  ],
  agentflowStatuses: [
    { title: 'To call', color: 'blue', group: 'First contact' },
    { title: 'Left voicemail', color: 'yellow', group: 'First contact' },
    { title: 'Call back', color: 'orange', group: 'First contact' },
    { title: 'Scope of appointment sent', color: 'teal', group: 'Appointment' },
    { title: 'Scope of appointment signed', color: 'green', group: 'Appointment' },
    { title: 'Needs analysis done', color: 'indigo', group: 'Appointment' },
    { title: 'Application submitted', color: 'purple', group: 'Enrollment' },
    { title: 'Policy delivered', color: 'green', group: 'Enrollment' },
    { title: 'Annual review due', color: 'pink', group: 'Service' },
    { title: 'Lapsed', color: 'red', group: 'Service' },
  ],
  categories,
  sources: ['Website', 'Referral', 'Direct mail', 'Social media', 'Purchased leads', 'Seminar', 'Walk-in', 'Call center'],
  tags: [
    { name: newTagName, color: 'blue' },
    { name: turning65TagName, color: 'purple' },
    { name: 'hot', color: 'red' },
    { name: 'needs SOA', color: 'orange' },
    { name: 'annual review', color: 'pink' },
  ],
};

const recruiting: StarterLists = {
  statuses: [
    { title: 'New', color: 'blue' },
    { title: 'Attempted', color: 'yellow' },
    { title: 'Contacted', color: 'teal' },
    { title: 'Interview set', color: 'indigo' },
    { title: 'Offer made', color: 'purple' },
    { title: 'In licensing', color: 'orange' },
    { title: 'Contracted', color: 'green' },
    { title: 'Not interested', color: 'gray' },
  ],
  agentflowStatuses: [
    { title: 'To call', color: 'blue', group: 'First contact' },
    { title: 'Left voicemail', color: 'yellow', group: 'First contact' },
    { title: 'Call back', color: 'orange', group: 'First contact' },
    { title: 'Interview confirmed', color: 'teal', group: 'Interview' },
    { title: 'Interviewed', color: 'indigo', group: 'Interview' },
    { title: 'Exam scheduled', color: 'purple', group: 'Licensing' },
    { title: 'Exam passed', color: 'green', group: 'Licensing' },
    { title: 'Contract signed', color: 'green', group: 'Onboarding' },
    { title: 'First training done', color: 'pink', group: 'Onboarding' },
  ],
  categories,
  sources: ['Website', 'Referral', 'Job board', 'Career fair', 'Social media', 'Walk-in'],
  tags: [
    { name: newTagName, color: 'blue' },
    { name: 'hot', color: 'red' },
    { name: 'licensed', color: 'green' },
    { name: 'needs license', color: 'orange' },
  ],
};

export const starterLists: Record<Variant, StarterLists> = { standard: insurance, agency: insurance, recruiting };
