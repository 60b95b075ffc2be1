import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Pagination } from '../../ui/list-view.tsx'
import { ThemeChoice } from '../../ui/theme-choice.tsx'
import { Section, Specimen } from './specimen.tsx'

const people = ['Amelia Ortiz', 'Ben Okafor', 'Chen Wei', 'dana@school.example']

export function StructurePieces() {
  return (
    <Section title="Structure">
      <div className="grid gap-8 md:grid-cols-2">
        <Specimen name="Card">
          <Card
            title="Account Information"
            description="Who you are to others."
            actions={<Button size="sm">Edit</Button>}
          >
            <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-2">
              <dt className="text-ink-muted">Full Name</dt>
              <dd>Amelia Ortiz</dd>
              <dt className="text-ink-muted">Email Address</dt>
              <dd className="min-w-0 break-words">amelia@lakeside.example</dd>
            </dl>
          </Card>
        </Specimen>
        <Specimen name="Avatar, Pagination, ThemeChoice">
          <div className="flex items-center gap-3">
            {people.map((name) => (
              <Avatar key={name} id={name} name={name} />
            ))}
            <Avatar id="big" name="Lakeside Clinic" size="lg" />
          </div>
          <Pagination
            label="Pages of a second list"
            summary="Page 2"
            onPrevious={() => {}}
            onNext={undefined}
          />
          <ThemeChoice />
        </Specimen>
      </div>
    </Section>
  )
}
