/** Enough to know the own address again, too little to learn a stranger's: `m•••@example.org`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address.slice(0, at)
  return `${first}•••${address.slice(at)}`
}
