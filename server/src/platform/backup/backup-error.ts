/** Why a backup, a restore or a move did not happen; its message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}
