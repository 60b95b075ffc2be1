import { BackupError } from './items.ts'

const codes: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk is full.',
  EACCES: 'This user isn’t allowed to write there.',
  EROFS: 'The folder is on a disk that can only be read.',
}

/** Only what we wrote for operators; undefined for errors whose message could hold anything. */
export function failureInWords(error: unknown): string | undefined {
  if (error instanceof BackupError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? codes[code] : undefined
}
