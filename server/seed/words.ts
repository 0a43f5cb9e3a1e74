// Streets, trades and the sentences agents write about people.

const lines = (text: string) => text.trim().split(/\s*\n\s*/);
const words = (text: string) => text.trim().replace(/\s+/g, ' ').split(', ');

export const streets = words(`Main, Oak, Maple, Cedar, Elm, Pine, Washington, Lake, Hill, Walnut, Park, Sunset, Magnolia, Cypress,
  Palmetto, Hibiscus, Jackson, Lincoln, Franklin, Highland, Meadow, River, Church, Willow, Chestnut, Spruce, Dogwood, Heron,
  Pelican, Orchard, Ridge, Forest, Valley, Mill, Prospect, Jefferson, Madison, Monroe, Laurel, Cherry, Birch, Sycamore, Juniper,
  Mockingbird, Bluebonnet, Saguaro, Mesquite, Ocotillo, Country Club, Old Mill, Stone Creek, Fox Run, Quail Hollow, Deer Path,
  Heritage, Liberty, Martin Luther King Jr, Alameda, Del Prado, San Marcos, 1st, 2nd, 3rd, 5th, 7th, 12th, 22nd, 41st, 107th`);
export const streetTypes = words('St, St, St, Ave, Ave, Rd, Dr, Dr, Ln, Ct, Blvd, Way, Ter, Pl, Cir, Trl');
export const directions = words('N, S, E, W, NW, SW, NE, SE');

export const occupations = words(`Teacher, Registered nurse, Electrician, Truck driver, Bookkeeper, Office manager, Sales
  representative, Carpenter, Home health aide, Mechanic, Police officer, Real estate agent, Chef, School bus driver, Engineer,
  Hairdresser, Farmer, Accountant, Plumber, Pharmacist, Postal worker, Cashier, Pastor, Machinist, Small business owner,
  Social worker, Dental hygienist, Firefighter, Warehouse supervisor, Landscaper, Paralegal, Librarian, Welder, Bank teller`);
export const trades = words(`Roofing, Plumbing, Landscaping, Bakery, Auto Repair, Realty, Electric, Cleaning Services, Family
  Dental, Trucking LLC, Construction, Catering, Hair Studio, Farms, Accounting`);

export const medicarePlans = words(`Medicare Supplement Plan G, Medicare Supplement Plan G, Medicare Supplement Plan N, Medicare
  Advantage HMO, Medicare Advantage HMO, Medicare Advantage PPO, Medicare Advantage D-SNP, Part D only`);

export const consentWords =
  'By submitting this form I agree that a licensed insurance agent may call, text or e-mail me about insurance at the number and ' +
  'address given, also by automated means. Consent is not a condition of purchase. Message and data rates may apply.';
export const consentSources = words('Web form, Web form, Landing page, Mailer reply card, Event sign-up sheet, Referral form');

export const medicareNotes = lines(`
  Turning 65 soon and still on the employer plan. Compare keeping it against Part B and a supplement.
  Takes a blood thinner and metformin, check both against the formularies before we talk plans.
  Wants to keep the same cardiologist. Check the network before quoting an HMO.
  Has Plan F from the old days, premium went up again. Asked what Plan G would save.
  Lost employer coverage at the end of last month, special enrollment period is running.
  On Medicaid too. Look at the dual plans in the county.
  Veteran, uses the VA for prescriptions. Interested in the Part B giveback.
  Spends winters out of state, so a PPO or a supplement only.
  Scope of appointment still to be signed. Prefers to do it on paper.
  Missed the initial enrollment period, explained the Part B penalty.
  Dental and hearing matter most. Two crowns coming up.
  Not happy with the plan's new drug tier. Review during annual enrollment.
  Asked about a bridge plan for a younger sister until she is 65.
  Received the Medicare card, Part A only. Works until June.
  Wants a call in October when the new plans are out.
`);
export const lifeNotes = lines(`
  Wants about 15,000 to cover the funeral so the kids don't have to pay.
  Had a stent in 2019, no other heart trouble. Probably standard rates.
  Looking for 20-year term to cover what is left of the mortgage.
  CD matures in the spring, asked about a fixed annuity with no market risk.
  Old whole life policy with cash value. Bring the in-force illustration.
  Beneficiary is still a brother who passed away, needs to be changed.
  Smoked until two years ago, check which carriers give non-smoker rates.
  Would like the oldest daughter on the call when we go over the policy.
  Rolling over a 401(k) from the plant, about 180k. Wants income in three years.
`);
export const notes = lines(`
  Best after 4 pm. Leaves the phone in the truck during the day.
  At work until 5. Call back tonight.
  Left a voicemail, second try.
  Very friendly, long talker. Plan for half an hour.
  Hard of hearing, speak slowly or send a letter first.
  Met at the senior center in March. Took two brochures.
  Referred by a sister who has been with us for years.
  Prefers text messages.
  Asked to be called back after the holidays.
  Comparing us with another agent. Send the quote in writing.
  Moving closer to the grandchildren in the summer, update the address then.
  Number belongs to the daughter, Angela. She handles the paperwork.
  Came in from the mailer. Wants information by mail, not by phone.
  Not ready yet. Check in every six months.
  Sent a birthday card, got a call to say thank you.
  Quoted, thinking it over with the family.
  Application is in, waiting for underwriting.
  No-show on Tuesday. Apologized, rebooked for next week.
  Wants one agent for everything: home, auto, life and Medicare.
  Retired from the school district, has a small pension.
  Death in the family last month. Give it some time.
  Bank draft on the 3rd, after Social Security comes in.
`);
