/** The file of a draft stays in this tab, so that other columns can be chosen without choosing the file again. */
let kept: { id: string; file: File } | undefined

export function keepFile(id: string, file: File): void {
  kept = { id, file }
}

export const keptFile = (id: string): File | undefined => (kept?.id === id ? kept.file : undefined)
