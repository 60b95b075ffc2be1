import { classNames } from '../lib/class-names.ts'

/** Text of ours that the build made from Markdown. */
export function Article({ html, className }: { html: string; className?: string }) {
  return (
    <div
      className={classNames('article', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written by us and turned into HTML by the build
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
