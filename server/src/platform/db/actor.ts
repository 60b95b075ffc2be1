/** On whose behalf a transaction runs; the database's row-level security decides by it what is visible. */
export type Actor =
  | { kind: 'system' }
  | { kind: 'anonymous' }
  | {
      kind: 'person'
      id: string
      role: PersonRole
      /** Of an active member, with the role in that business. */
      businessId?: string
      memberRole?: 'viewer' | 'manager'
    }
  /** An API key: sees what people of its business see, and acts in its own name. */
  | {
      kind: 'key'
      id: string
      businessId: string
      businessName: string
      canReview: boolean
      canWriteCustomers: boolean
    }

export type PersonRole = 'user' | 'business' | 'admin'

/** Jobs and look-ups before sign-in: sees every row, by explicit policies of each table. */
export const systemActor: Actor = Object.freeze({ kind: 'system' })

/** A visitor who is not signed in. */
export const anonymousActor: Actor = Object.freeze({ kind: 'anonymous' })
