import { Download, Pencil, Plus, Trash2 } from 'lucide-react'
import { Button, type ButtonVariant, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Section, Specimen } from './specimen.tsx'

const variants: ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger']

export function ButtonPieces() {
  return (
    <Section title="Buttons">
      {variants.map((variant) => (
        <Specimen key={variant} name={`Button ${variant}`}>
          <div className="flex flex-wrap items-center gap-3">
            <Button variant={variant}>
              <Plus aria-hidden className="size-4" />
              Upload Document
            </Button>
            <Button variant={variant} size="sm">
              Small
            </Button>
            <Button variant={variant} size="lg">
              Large
            </Button>
            <Button variant={variant} isLoading>
              Processing...
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
          </div>
        </Specimen>
      ))}
      <Specimen name="IconButton, LinkButton, TextLink, CopyButton">
        <div className="flex flex-wrap items-center gap-3">
          <IconButton label="Edit" icon={<Pencil aria-hidden />} />
          <IconButton label="Download" icon={<Download aria-hidden />} size="sm" />
          <IconButton label="Delete" icon={<Trash2 aria-hidden />} tone="danger" />
          <IconButton label="Saving" icon={<Pencil aria-hidden />} isLoading />
          <IconButton label="Not available" icon={<Pencil aria-hidden />} disabled />
          <LinkButton to="/help" variant="secondary">
            Help Center
          </LinkButton>
          <TextLink to="/help">Read how it works</TextLink>
          <CopyButton text="EX-2041" label="Copy reference" />
        </div>
      </Specimen>
    </Section>
  )
}
