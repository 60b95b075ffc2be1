import { type MaskedKind, maskedText } from '@exempta/contract/masking'
import { toast } from './toast.ts'

/** The server kept what was typed with something masked: the person is told. */
export const tellMasked = (kinds: readonly MaskedKind[]) => toast.info(maskedText(kinds))
