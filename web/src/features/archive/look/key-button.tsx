import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Button } from '../../../ui/button.tsx'

interface KeyButtonProps {
  /** The key that presses it, while nobody types. */
  of: string
  areKeysOn: boolean
  variant?: 'primary' | 'secondary'
  isLoading?: boolean
  isDisabled?: boolean
  onPress: () => void
  children: ReactNode
}

export function KeyButton({
  of,
  areKeysOn,
  variant = 'secondary',
  isLoading = false,
  isDisabled = false,
  onPress,
  children,
}: KeyButtonProps) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element &&
      event.target.closest('input, textarea, select, [role=dialog], [role=alertdialog]')
    if (isTyping || event.altKey || event.ctrlKey || event.metaKey || event.key.toLowerCase() !== of) return
    event.preventDefault()
    if (!isLoading && !isDisabled) onPress()
  })
  useEffect(() => {
    if (!areKeysOn) return
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [areKeysOn])
  return (
    <Button
      variant={variant}
      isLoading={isLoading}
      disabled={isDisabled}
      onClick={onPress}
      aria-keyshortcuts={areKeysOn ? of : undefined}
    >
      {children}
    </Button>
  )
}
