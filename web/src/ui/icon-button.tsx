import { type IconButtonProps, PlainIconButton } from './plain-icon-button.tsx'
import { Tooltip } from './tooltip.tsx'

/** A button that shows only an icon; its label is read aloud and shown as a tooltip. */
export function IconButton(props: IconButtonProps) {
  return (
    <Tooltip text={props.label}>
      <PlainIconButton {...props} />
    </Tooltip>
  )
}
