import type { Page } from '@playwright/test'

const id = 'media-pointer'
const arrow =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath d='M4 2l16 10-7 1.5L9 21z' fill='%230a1a2f' stroke='%23fff' stroke-width='1.6'/%3E%3C/svg%3E\")"

/** Pictures of a page do not show the mouse, so one is drawn into it. */
export async function drawPointer(page: Page, at: { x: number; y: number }): Promise<void> {
  await page.evaluate(
    ({ x, y, id, arrow }) => {
      const pointer = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'))
      pointer.id = id
      Object.assign(pointer.style, {
        position: 'fixed',
        left: '0',
        top: '0',
        width: '26px',
        height: '26px',
        zIndex: '2147483647',
        pointerEvents: 'none',
        background: `${arrow} no-repeat`,
        transform: `translate(${x - 4}px, ${y - 2}px)`,
      })
    },
    { ...at, id, arrow },
  )
}

/** For pictures in guides, which have no mouse. */
export async function hidePointer(page: Page): Promise<void> {
  await page.evaluate((id) => document.getElementById(id)?.remove(), id)
}
