import type { Role } from './people.ts'

/**
 * `read` keys see the documents and answers that people of the business see; `review` keys act like a manager. The
 * records of customers have scopes of their own, so that an accounting system needs no right to see documents.
 */
export const apiScopes = ['read', 'review', 'read-customers', 'write-customers'] as const
export type ApiScope = (typeof apiScopes)[number]

/**
 * Who may call a route. Every route declares one, or the server refuses to start. `operator` is for the
 * people who run the installation and hold its metrics token.
 */
export type Access =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'roles'; readonly roles: readonly Role[] }
  | { readonly kind: 'operator' }
  | { readonly kind: 'api-key'; readonly scope: ApiScope }

export const anyone: Access = { kind: 'anyone' }
export const signedIn: Access = { kind: 'signed-in' }
export const operator: Access = { kind: 'operator' }
/** For routes under /api/v1: requires a business's API key with this scope, never a session. */
export const apiKey = (scope: ApiScope): Access => ({ kind: 'api-key', scope })
export const only = (...roles: [Role, ...Role[]]): Access => ({ kind: 'roles', roles })

/** What a person has to do before they can use the rest of the product. */
export const duties = ['choose-password', 'enable-two-factor'] as const
export type Duty = (typeof duties)[number]
