import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ChatWindow, setChatWindow } from '../../../lib/chat-window.ts'
import { classNames } from '../../../lib/class-names.ts'

const toolClass =
  'inline-flex size-9 items-center justify-center rounded-control text-white/80 hover:bg-white/10 hover:text-white focus-visible:outline-white [&_svg]:size-5'

/** 24rem by 32rem, the whole screen on phones; minimised it is its header alone. */
export function ChatWindowFrame({ state, children }: { state: ChatWindow; children: ReactNode }) {
  const isMinimised = state === 'minimised'
  return (
    <section
      aria-label="Live Support"
      onKeyDown={(event) => {
        if (event.key === 'Escape') setChatWindow('closed')
      }}
      className={classNames(
        'fixed z-40 flex animate-pop-in flex-col overflow-hidden border border-line bg-surface shadow-float',
        isMinimised
          ? 'right-4 bottom-4 w-[min(24rem,calc(100vw-2rem))] rounded-card'
          : 'inset-0 sm:inset-auto sm:right-4 sm:bottom-4 sm:h-[min(32rem,calc(100dvh-2rem))] sm:w-[24rem] sm:rounded-card',
      )}
    >
      <header className="flex shrink-0 items-center gap-2 bg-navy-900 py-3 pr-2 pl-4 text-white">
        <div className="min-w-0 flex-1">
          <h2 className="text-base leading-6 font-semibold">Live Support</h2>
          <p className="truncate text-xs text-white/80">We typically reply in a few minutes</p>
        </div>
        <button
          type="button"
          aria-label={isMinimised ? 'Restore chat' : 'Minimize chat'}
          onClick={() => setChatWindow(isMinimised ? 'open' : 'minimised')}
          className={toolClass}
        >
          {isMinimised ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        </button>
        <button
          type="button"
          aria-label="Close chat"
          onClick={() => setChatWindow('closed')}
          className={toolClass}
        >
          <X aria-hidden />
        </button>
      </header>
      {!isMinimised && <div className="flex min-h-0 flex-1 flex-col">{children}</div>}
    </section>
  )
}
