import type { Role } from '@exempta/contract/people'

/** What every dialog of this feature takes. */
export interface PrivacyDialogProps {
  personRole: Role
  onClose: () => void
}
