import { type CardSide, cardSides } from '@exempta/contract/documents'
import { ShieldCheck } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { CameraButton } from './camera-button.tsx'
import { canShowCard, type UploadOptions } from './upload-state.ts'
import type { Uploads } from './upload-store.ts'

interface CardMarksProps {
  uploading: Uploads
  isDisabled: boolean
  /** Whether to mark a box without a file: only after the person tried to continue. */
  isChecked: boolean
}

/** Which of the chosen files show a payment card: those are released only when everything on them was found. */
export function CardMarks(props: CardMarksProps) {
  return (
    <Card title="Credit card" description="Choose your files first, then mark which of them show your card.">
      <div className="grid gap-4">
        {cardSides.map((side) => (
          <CardMark key={side} side={side} {...props} />
        ))}
        <p className="flex gap-2.5 rounded-control bg-accent-soft p-3 text-accent-ink">
          <ShieldCheck aria-hidden className="size-5 shrink-0" />
          <span>
            <strong className="font-semibold">Security note:</strong> The CVV will be redacted, and only the
            last 4 digits of the card number stay visible. Please upload only your own cards.
          </span>
        </p>
      </div>
    </Card>
  )
}

function CardMark({ side, uploading, isDisabled, isChecked }: CardMarksProps & { side: CardSide }) {
  const { store, uploads, ticked, unnamedSides } = uploading
  const isTicked = ticked[side]
  const hasCandidate = uploads.some(({ file, state }) => state === 'chosen' && canShowCard(file))
  const named = uploads.filter((one) => one.side === side)
  const isMissing = isChecked && unnamedSides.includes(side)
  return (
    <div className="grid gap-2">
      <Checkbox
        label={`I’ve uploaded the ${side} of my credit card`}
        checked={isTicked}
        disabled={isDisabled || !(hasCandidate || isTicked)}
        onChange={({ target }) => (target.checked ? store.tick(side) : store.untick(side))}
      />
      {isTicked && (
        <p className={classNames('pl-7.5', isMissing ? 'text-danger-ink' : 'text-ink-muted')}>
          {named.length > 0 ? (
            <span className="[overflow-wrap:anywhere]">{named.map(({ file }) => file.name).join(', ')}</span>
          ) : (
            `Please choose the file: mark it as ${side === 'front' ? 'Front' : 'Back'} in the list.`
          )}
        </p>
      )}
      <span className="hidden pl-7.5 pointer-coarse:block">
        <CameraButton isDisabled={isDisabled} onPhoto={(photo) => store.add([photo], side)}>
          Take a photo of the {side}
        </CameraButton>
      </span>
    </div>
  )
}

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
      description="Whatever you choose, we look for card, bank, Social Security and passport numbers and dates of birth, and hide them."
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
          label="Keep the driver’s license number"
          hint="Only if the certificate has no other ID"
          checked={options.keepDriverLicense ?? false}
          disabled={isDisabled}
          onChange={({ target }) => onChoose({ keepDriverLicense: target.checked })}
        />
      </div>
    </Card>
  )
}
