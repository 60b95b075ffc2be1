import type { ReadField } from '@exempta/contract/certificates'
import { createContext, type ReactNode, use, useState } from 'react'
import { boxAround, type PageBox } from '../page-viewer/geometry.ts'
import type { ViewerLink, ViewerPage } from '../page-viewer/page-viewer.tsx'

/** Where a form about a certificate finds what was read: the pages beside it, and their pictures. */
export interface ReadPlaces {
  fieldOf: (name: ReadField['name'], state?: string) => ReadField | undefined
  /** Empty where their sizes are known only from their pictures. */
  pages: readonly ViewerPage[]
  addressOf: (page: number) => string
  /** The viewer beside the form, on wide screens; without it, crops alone show the places. */
  link?: ViewerLink | undefined
}

const Places = createContext<ReadPlaces | undefined>(undefined)
export const ReadPlacesProvider = Places.Provider

interface ReadPlaceProps {
  /** What was read there. */
  name: ReadField['name']
  /** The row of the panel that it belongs to, whose outline stands out. */
  row?: string
  state?: string | undefined
  label: string
  children: ReactNode
}

/** A field of the form with its source: the viewer shows the place while the field has the focus, phones show a crop. */
export function ReadPlace({ name, row = name, state, label, children }: ReadPlaceProps) {
  const places = use(Places)
  const field = places?.fieldOf(name, state)
  if (!places || !field) return children
  const { link } = places
  const box = boxAround([field.quad])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus of the field inside
    <div
      className="grid gap-1.5"
      onFocus={() => {
        link?.onActive(`read-${row}`)
        link?.viewer.current?.showPlace({ page: field.page, box })
      }}
    >
      <PageCrop
        address={places.addressOf(field.page)}
        size={places.pages.find((one) => one.page === field.page)}
        box={box}
        label={`${label} on page ${field.page}`}
        className={link && 'lg:hidden'}
      />
      {children}
    </div>
  )
}

// Shares of the page around a place, so that the print beside it can be read, too.
const around = { x: 0.05, y: 0.02 }
const leastWidth = 0.45

interface Size {
  width: number
  height: number
}

interface PageCropProps {
  address: string
  size: Size | undefined
  box: PageBox
  label: string
  className?: string | undefined
}

function PageCrop({ address, size: known, box, label, className = '' }: PageCropProps) {
  const [loaded, setLoaded] = useState<Size>()
  const shown = cropAround(box)
  const size = known ?? loaded
  return (
    <div
      style={size && { aspectRatio: `${shown.width * size.width} / ${shown.height * size.height}` }}
      className={`relative overflow-hidden rounded-control border border-line bg-white ${className}`}
    >
      <img
        src={address}
        alt={label}
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setLoaded({ width, height })
        }
        className="absolute max-w-none"
        style={{
          width: `${100 / shown.width}%`,
          left: `${(-100 * shown.x) / shown.width}%`,
          top: `${(-100 * shown.y) / shown.height}%`,
        }}
      />
    </div>
  )
}

function cropAround(box: PageBox): PageBox {
  const width = Math.min(1, Math.max(leastWidth, box.width + 2 * around.x))
  const height = Math.min(1, box.height + 2 * around.y)
  return {
    x: within(box.x - around.x, 1 - width),
    y: within(box.y - around.y, 1 - height),
    width,
    height,
  }
}

const within = (at: number, most: number) => Math.min(Math.max(0, at), most)
