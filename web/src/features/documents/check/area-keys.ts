import type { AreaResolution, UncertainArea } from '@exempta/contract/documents'
import { type RefObject, useEffect, useRef } from 'react'
import { useHotkey } from '../../../lib/hooks.ts'

export const answerKeys: Record<AreaResolution, string> = { hidden: 'H', fine: 'I' }
export const areaKeys = { next: 'J', previous: 'K' } as const

interface AreaKeys {
  section: RefObject<HTMLElement | null>
  areas: readonly UncertainArea[]
  isOn: boolean
  /** Shows an area on its page, and gives it the focus. */
  onShow: (area: UncertainArea) => void
  onAnswer: (area: UncertainArea, resolution: AreaResolution) => void
}

/**
 * One key answers the area that has the focus and goes on to the next one that is open. Nothing is answered unseen: while no
 * area has the focus, each key goes to the first open one. After the last answer the button for it, which it returns the
 * reference of, has the focus.
 */
export function useAreaKeys({ section, areas, isOn, onShow, onAnswer }: AreaKeys) {
  const done = useRef<HTMLButtonElement>(null)
  const isAnsweredByKey = useRef(false)
  const isComplete = areas.every(({ resolution }) => resolution !== null)
  useEffect(() => {
    if (isComplete && isAnsweredByKey.current) done.current?.focus()
  }, [isComplete])

  function focusedAt(): number {
    const focused = document.activeElement
    if (!focused || !section.current?.contains(focused)) return -1
    const item = focused.closest<HTMLElement>('[data-area],[data-highlight]')?.dataset
    const id = item?.area ?? item?.highlight
    return areas.findIndex(({ area }) => id === `area-${area}`)
  }
  const isOpen = ({ resolution }: UncertainArea) => resolution === null
  function move(by: 1 | -1) {
    const at = focusedAt()
    const next = at < 0 ? (areas.find(isOpen) ?? areas[0]) : areas[at + by]
    if (next) onShow(next)
  }
  function answer(resolution: AreaResolution) {
    const at = focusedAt()
    const area = areas[at]
    if (!area) return move(1)
    isAnsweredByKey.current = true
    onAnswer(area, resolution)
    const next = [...areas.slice(at + 1), ...areas.slice(0, at)].find(isOpen)
    if (next) onShow(next)
  }
  useHotkey(areaKeys.next, () => move(1), { isOn })
  useHotkey(areaKeys.previous, () => move(-1), { isOn })
  useHotkey(answerKeys.hidden, () => answer('hidden'), { isOn })
  useHotkey(answerKeys.fine, () => answer('fine'), { isOn })
  return done
}
