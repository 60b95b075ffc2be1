import {
  learnedFormField,
  listLearnedForms,
  uploadLearnedForm,
} from '@exempta/contract/knowledge/learned-forms'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { sendForm } from '../../../lib/api.ts'
import { formatDayOf } from '../../../lib/format.ts'
import { failureOf, routeQuery } from '../../../lib/query.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { UploadButton } from './upload-button.tsx'

/** Blanks that this installation has learned, beside those that came with the release. */
export function LearnedForms() {
  const navigate = useNavigate()
  const query = useQuery(routeQuery(listLearnedForms, {}))
  const failure = failureOf(query)
  const addressOf = (id: string) => `/admin/forms/learned/${id}`
  return (
    <Card
      title="Editions learned here"
      description="Teach the reading a form whose rules we know, or another edition of one: upload its blank, check where its fields are, and save. Other forms can’t be taught yet. They’re read by their labels."
    >
      <div className="grid gap-4">
        <UploadButton
          label="Blank to learn"
          action="Learn a form"
          variant="secondary"
          field={learnedFormField}
          accept="application/pdf"
          waiting="We’re looking for the fields. This takes a few seconds."
          send={async (body) => {
            const { id } = await sendForm(uploadLearnedForm, body)
            await navigate(addressOf(id))
          }}
        />
        {failure ? (
          <FailedState {...failure} />
        ) : !query.data ? (
          <SectionSpinner />
        ) : (
          query.data.items.length > 0 && (
            <ul aria-label="Editions learned here" className="grid gap-2">
              {query.data.items.map(({ id, name, title, revision, isInUse, zones, uploadedAt }) => (
                <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <TextLink to={addressOf(id)}>
                    {name ? `${name}, ${title}` : 'A form without a name'}
                  </TextLink>
                  <Badge tone={isInUse ? 'success' : 'neutral'}>
                    {isInUse ? 'In use' : 'Not in use yet'}
                  </Badge>
                  <span className="text-ink-muted">
                    {revision && `${revision} · `}
                    {zones.length === 1 ? '1 field' : `${zones.length} fields`} · added{' '}
                    {formatDayOf(uploadedAt)}
                  </span>
                </li>
              ))}
            </ul>
          )
        )}
      </div>
    </Card>
  )
}
