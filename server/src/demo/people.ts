import type { BusinessStatus, MemberRole } from '@exempta/contract/businesses'
import type { Role } from '@exempta/contract/people'

/** Sign-ins of the demo, as the README lists them. They exist only where `--demo` was asked for. */
export const demoPassword = 'exempta-demo-2026'

export interface DemoPerson {
  name: string
  email: string
  role: Role
  joinedDaysAgo?: number
  lastLoginDaysAgo?: number
  /** The business that the person registered. */
  business?: { name: string; status?: BusinessStatus; isVerified?: boolean }
  /** A colleague of whoever has this address. */
  team?: { of: string; role: MemberRole; lastActiveDaysAgo: number }
}

/** The business that everything of the story happens at, by the address of its first manager. */
export const livelyBusiness = 'business@demo.exempta.example'
/** Reviews beside the first manager. */
export const demoColleague = 'priya@demo.exempta.example'
/** Works at the counter. */
export const demoViewer = 'tom@demo.exempta.example'
export const demoInvited = 'jordan@maple-street.example'

export const demoAgent = 'admin@demo.exempta.example'
export const demoUser = 'user@demo.exempta.example'

export const demoSupport = 'support@demo.exempta.example'

export const demoPeople: readonly DemoPerson[] = [
  { name: 'Ada Whitfield', email: demoAgent, role: 'admin' },
  {
    name: 'Dana Ruiz',
    email: livelyBusiness,
    role: 'business',
    joinedDaysAgo: 60,
    lastLoginDaysAgo: 0.05,
    business: { name: 'Maple Street Supply', status: 'active', isVerified: true },
  },
  {
    name: 'Priya Nair',
    email: demoColleague,
    role: 'business',
    joinedDaysAgo: 52,
    team: { of: livelyBusiness, role: 'manager', lastActiveDaysAgo: 0.1 },
  },
  { name: 'Rosa Delgado', email: demoUser, role: 'user', joinedDaysAgo: 14, lastLoginDaysAgo: 0.8 },
  {
    name: 'Tom Becker',
    email: demoViewer,
    role: 'business',
    joinedDaysAgo: 30,
    team: { of: livelyBusiness, role: 'viewer', lastActiveDaysAgo: 4 },
  },
  {
    name: 'Owen Hart',
    email: 'lakeside@demo.exempta.example',
    role: 'business',
    joinedDaysAgo: 6,
    lastLoginDaysAgo: 1.4,
    business: { name: 'Lakeside Office Goods', status: 'active' },
  },
  {
    name: 'Lena Fischer',
    email: 'pinecrest@demo.exempta.example',
    role: 'business',
    joinedDaysAgo: 0.2,
    lastLoginDaysAgo: 0.1,
    business: { name: 'Pinecrest Pharmacy' },
  },
  {
    name: 'Samuel Okafor',
    email: 'samuel@demo.exempta.example',
    role: 'user',
    joinedDaysAgo: 40,
    lastLoginDaysAgo: 1.2,
  },
  {
    name: 'Mei Tanaka',
    email: 'mei@demo.exempta.example',
    role: 'user',
    joinedDaysAgo: 25,
    lastLoginDaysAgo: 0.2,
  },
  {
    name: 'Jonas Weber',
    email: 'jonas@demo.exempta.example',
    role: 'user',
    joinedDaysAgo: 18,
    lastLoginDaysAgo: 2.9,
  },
]

/** What businesses say about themselves, by the email address of their first manager. */
export const demoProfiles: Record<
  string,
  { phone: string; website: string | null; address: string; type: 'Retail' }
> = {
  [livelyBusiness]: {
    phone: '+1 218 555 0142',
    website: 'https://maple-street.example/',
    address: '12 Maple Street\nDuluth, MN 55802',
    type: 'Retail',
  },
  'lakeside@demo.exempta.example': {
    phone: '+1 607 555 0178',
    website: null,
    address: '9 Shore Road\nIthaca, NY 14850',
    type: 'Retail',
  },
}

/** Where the businesses sell, by the email address of their first manager. */
export const demoLocations: Record<string, readonly { name: string; state: string; kind: 'goods' }[]> = {
  [livelyBusiness]: [
    { name: 'Duluth', state: 'MN', kind: 'goods' },
    { name: 'Superior', state: 'WI', kind: 'goods' },
    { name: 'Cedar Rapids', state: 'IA', kind: 'goods' },
    { name: 'Marquette', state: 'MI', kind: 'goods' },
  ],
  'lakeside@demo.exempta.example': [{ name: 'Ithaca', state: 'NY', kind: 'goods' }],
}
