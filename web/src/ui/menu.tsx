import { Content, Item, Portal, Root, Separator, Trigger } from 'radix-ui/dropdown-menu'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

export interface MenuItem {
  label: string
  icon?: ReactNode
  tone?: 'plain' | 'danger'
  isDisabled?: boolean
  /** Draws a line above. */
  startsGroup?: boolean
  onSelect: () => void
}

/** A list of actions behind one button: arrows move, letters jump, Escape closes. */
export function Menu({ trigger, items }: { trigger: ReactElement; items: readonly MenuItem[] }) {
  return (
    <Root>
      <Trigger asChild>{trigger}</Trigger>
      <Portal>
        <Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-44 animate-pop-in rounded-card border border-line bg-raised p-1 text-sm shadow-float"
        >
          {items.map((item) => (
            <Fragment key={item.label}>
              {item.startsGroup && <Separator className="my-1 h-px bg-line" />}
              <Item
                disabled={item.isDisabled ?? false}
                onSelect={item.onSelect}
                className={classNames(
                  'flex cursor-pointer items-center gap-2.5 rounded-md px-3 py-2 outline-none select-none [&_svg]:size-4',
                  'data-disabled:cursor-not-allowed data-disabled:opacity-50',
                  item.tone === 'danger'
                    ? 'text-danger-ink data-highlighted:bg-danger-soft'
                    : 'data-highlighted:bg-subtle',
                )}
              >
                {item.icon}
                {item.label}
              </Item>
            </Fragment>
          ))}
        </Content>
      </Portal>
    </Root>
  )
}
