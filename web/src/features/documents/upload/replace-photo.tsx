import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CameraButton } from './camera-button.tsx'

interface ReplacePhotoProps {
  name: string
  isDisabled: boolean
  onPhoto: (photo: File) => void
}

/** Puts another picture of the same thing in the place of a photo. */
export function ReplacePhoto({ name, isDisabled, onPhoto }: ReplacePhotoProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap gap-2">
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        aria-label={`New photo to replace ${name}`}
        hidden
        onChange={({ target }) => {
          const [photo] = target.files ?? []
          if (photo) onPhoto(photo)
        }}
      />
      <Button variant="secondary" size="sm" disabled={isDisabled} onClick={() => input.current?.click()}>
        <ImageUp aria-hidden className="size-4" />
        Choose a better photo
      </Button>
      <CameraButton isDisabled={isDisabled} onPhoto={onPhoto}>
        Take it again
      </CameraButton>
    </div>
  )
}
