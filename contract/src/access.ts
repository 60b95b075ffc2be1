import type { Role } from './people.ts'

/**
 * Who may call a route. Every route declares one; the server refuses to start otherwise.
 * `operator` is for whoever runs the installation and holds its metrics token.
 */
export type Access =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'roles'; readonly roles: readonly Role[] }
  | { readonly kind: 'operator' }

export const anyone: Access = { kind: 'anyone' }
export const signedIn: Access = { kind: 'signed-in' }
export const operator: Access = { kind: 'operator' }
export const only = (...roles: [Role, ...Role[]]): Access => ({ kind: 'roles', roles })

/** What a person has to do before the rest of the product opens. */
export const duties = ['choose-password', 'enable-two-factor'] as const
export type Duty = (typeof duties)[number]
