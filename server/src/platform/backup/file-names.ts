/** The end of the ID tells backups of the same second apart. */
export const backupFileName = (id: string, at: Date): string =>
  `exempta-${at.toISOString().replaceAll(/[:.]/g, '-')}-${Number.parseInt(id.slice(-6), 16)}.backup`
