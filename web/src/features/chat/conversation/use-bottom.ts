import { useLayoutEffect, useRef } from 'react'

const nearPx = 80

/** Keeps a list at its newest entry, unless the person scrolled up to read. */
export function useBottom(newest: unknown) {
  const list = useRef<HTMLDivElement>(null)
  const isNear = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves when there is something newer
  useLayoutEffect(() => {
    const element = list.current
    if (element && isNear.current) element.scrollTop = element.scrollHeight
  }, [newest])
  const onScroll = () => {
    const element = list.current
    if (element) {
      isNear.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx
    }
  }
  return { list, onScroll }
}
