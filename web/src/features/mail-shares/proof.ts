/** Whether this tab has proved the address of a link. The proof itself is a cookie that no script can read. */
const keyOf = (linkId: string) => `exempta-viewer-${linkId}`

export const hasProof = (linkId: string) => sessionStorage.getItem(keyOf(linkId)) !== null
export const rememberProof = (linkId: string) => sessionStorage.setItem(keyOf(linkId), 'yes')
export const forgetProof = (linkId: string) => sessionStorage.removeItem(keyOf(linkId))
