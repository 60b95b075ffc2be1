import type { CardSide } from '@exempta/contract/documents'
import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CameraButton } from './camera-button.tsx'
import { PhotoIllustration } from './photo-illustration.tsx'

interface BetterPhotoProps {
  name: string
  side: CardSide | null
  onPhoto: (photo: File) => void
}

/** What to do about a photo that could not be read, shown and told, with the way to the next try beside it. */
export function BetterPhoto({ name, side, onPhoto }: BetterPhotoProps) {
  const input = useRef<HTMLInputElement>(null)
  const thing = side ? 'card' : 'page'
  return (
    <div className="mt-1 grid gap-4 rounded-card bg-subtle/60 p-4 sm:grid-cols-[15rem_minmax(0,1fr)]">
      <PhotoIllustration isCard={side !== null} className="w-full max-w-60" />
      <div className="grid content-start gap-3">
        <p className="font-medium">How to take a better photo</p>
        <ul className="grid list-disc gap-1 pl-5 text-ink-muted">
          <li>Lay the {thing} flat on a dark, plain table.</li>
          <li>Hold the phone straight above it, so that the {thing} fills the picture.</li>
          <li>Use daylight, without flash: no glare and no shadow on the numbers.</li>
          {side && <li>Take your fingers off the {side === 'front' ? 'number' : 'signature strip'}.</li>}
        </ul>
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            accept="image/jpeg,image/png"
            aria-label={`Another photo instead of ${name}`}
            hidden
            onChange={({ target }) => {
              const [photo] = target.files ?? []
              if (photo) onPhoto(photo)
            }}
          />
          <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
            <ImageUp aria-hidden className="size-4" />
            Choose a better photo
          </Button>
          <CameraButton onPhoto={onPhoto}>Take it again</CameraButton>
        </div>
      </div>
    </div>
  )
}
