import { Camera } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'

interface CameraButtonProps {
  isDisabled?: boolean
  onPhoto: (photo: File) => void
  children: ReactNode
}

/** Opens the camera of a phone; a computer with a mouse does not show it. */
export function CameraButton({ isDisabled = false, onPhoto, children }: CameraButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className="hidden pointer-coarse:inline-flex">
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        hidden
        onChange={({ target }) => {
          const photo = target.files?.[0]
          // The same picture can be taken again after it was removed.
          target.value = ''
          if (photo) onPhoto(named(photo))
        }}
      />
      <Button variant="secondary" size="sm" disabled={isDisabled} onClick={() => input.current?.click()}>
        <Camera aria-hidden className="size-4" />
        {children}
      </Button>
    </span>
  )
}

/** Phones call every photo `image.jpg`. */
function named(photo: File): File {
  const time = new Date().toLocaleTimeString('en-GB').replaceAll(':', '.')
  const ending = photo.type === 'image/png' ? 'png' : 'jpg'
  return new File([photo], `Photo ${time}.${ending}`, { type: photo.type, lastModified: photo.lastModified })
}
