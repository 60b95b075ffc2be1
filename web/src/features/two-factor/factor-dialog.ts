/** What every dialog of this feature takes. */
export interface FactorDialogProps {
  onClose: () => void
  /** After something was changed on the server. */
  onChanged: () => Promise<void>
}
