import { limits } from '@exempta/contract/limits'

/**
 * Whether this browser has proved the address of a link, so that it need not ask in vain. The proof itself is a
 * cookie that no script can read.
 */
const keyOf = (linkId: string) => `exempta-viewer-${linkId}`

export const hasProof = (linkId: string) => Number(localStorage.getItem(keyOf(linkId))) > Date.now()

export const rememberProof = (linkId: string) =>
  localStorage.setItem(keyOf(linkId), String(Date.now() + limits.viewerSessionMs))

export const forgetProof = (linkId: string) => localStorage.removeItem(keyOf(linkId))
