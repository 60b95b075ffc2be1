import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far below the window something may be and still be loaded, so that it is there when it is scrolled to. */
const margin = '300px'

/** Shows `children` once the reader comes near them: a page does not load what nobody scrolls to. */
export function NearView({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true)
      },
      { rootMargin: margin },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={place}>{isNear ? children : placeholder}</div>
}
