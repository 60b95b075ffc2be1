import { type ComponentType, createElement, lazy, memo, type ReactNode, Suspense } from 'react'

/**
 * A component whose code is loaded when it is first shown, such as a dialog that few visitors open.
 *
 * In a prerendered page its markup is complete from the start and only its code comes later. `memo` matters there:
 * React discards prerendered markup, and what was typed into it, when its props change before the code has arrived.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
) {
  const Loaded = lazy(async () => ({ default: await load() })) as ComponentType<Props>
  return memo((props: Props) => <Suspense fallback={fallback}>{createElement(Loaded, props)}</Suspense>)
}
