import type { Role } from './people.ts'

/** What a key of a business may do: `read` sees what people of the business see, `review` acts as a manager does. */
export const apiScopes = ['read', 'review'] as const
export type ApiScope = (typeof apiScopes)[number]

/**
 * Who may call a route. Every route declares one; the server refuses to start otherwise.
 * `operator` is for whoever runs the installation and holds its metrics token.
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
/** A route under /api/v1: by a key of a business with this scope, never by a session. */
export const apiKey = (scope: ApiScope): Access => ({ kind: 'api-key', scope })
export const only = (...roles: [Role, ...Role[]]): Access => ({ kind: 'roles', roles })

/** What a person has to do before the rest of the product opens. */
export const duties = ['choose-password', 'enable-two-factor'] as const
export type Duty = (typeof duties)[number]
