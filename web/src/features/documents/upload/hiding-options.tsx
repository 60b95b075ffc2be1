import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import type { UploadOptions } from './send-file.ts'

interface HidingOptionsProps {
  options: UploadOptions
  isDisabled: boolean
  onChoose: (options: UploadOptions) => void
}

/** What the person decides about hiding; everything else is not up for choice. */
export function HidingOptions({ options, isDisabled, onChoose }: HidingOptionsProps) {
  return (
    <Card
      title="What we hide"
      description="Card, bank, social security and passport numbers, and dates of birth: always."
    >
      <div className="grid gap-2">
        <Checkbox
          label="Also hide contact details"
          hint="Phone numbers and email addresses"
          checked={options.hideContactDetails ?? false}
          disabled={isDisabled}
          onChange={({ target }) => onChoose({ hideContactDetails: target.checked })}
        />
        <Checkbox
          label="Keep the driver license number"
          hint="Only where the certificate has no other ID"
          checked={options.keepDriverLicense ?? false}
          disabled={isDisabled}
          onChange={({ target }) => onChoose({ keepDriverLicense: target.checked })}
        />
      </div>
    </Card>
  )
}
