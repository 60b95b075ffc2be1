import type { MasterKey } from './master-key.ts'

/** Where master keys come from. The newest stands first; the others are there until nothing is wrapped by them. */
export interface MasterKeySource {
  /** For messages: `MASTER_KEY` or the path of the key file. */
  readonly place: string
  load(): Promise<MasterKey[]>
  /** Missing where the operator keeps the keys: then new ones come from the operator too. */
  save?(keys: readonly MasterKey[]): Promise<void>
}
