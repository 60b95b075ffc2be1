import { customerLimits } from '@exempta/contract/customers/limits'
import { stateNames } from '@exempta/contract/states'
import { FormSelect, FormTextarea, FormTextField } from '../../../ui/form-field.tsx'
import { ParentField } from './parent-field.tsx'
import { RowList } from './row-list.tsx'

const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))

const noContact = { name: '', email: '', phone: '' }
const noAddress = { street: '', city: '', state: '', postalCode: '' }

/** Everything a business writes down about a customer. */
export function CustomerFields({ parent }: { parent: { id: string; name: string } | null }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <FormTextField name="name" label="Name" autoComplete="off" />
        <FormTextField name="number" label="Customer number" isRequired={false} autoComplete="off" />
      </div>
      <FormTextarea
        name="otherNames"
        label="Other names"
        hint="One on each line: trade names and former names that certificates may be made out to."
        rows={2}
        isRequired={false}
      />
      <RowList
        name="contacts"
        legend="Contacts"
        one="contact"
        most={customerLimits.contacts}
        empty={noContact}
      >
        {(place) => (
          <>
            <FormTextField
              name={`${place}.name`}
              label="Contact name"
              isRequired={false}
              autoComplete="off"
            />
            <FormTextField
              name={`${place}.email`}
              label="Email"
              type="email"
              isRequired={false}
              autoComplete="off"
            />
            <FormTextField
              name={`${place}.phone`}
              label="Phone"
              type="tel"
              isRequired={false}
              autoComplete="off"
            />
          </>
        )}
      </RowList>
      <RowList
        name="addresses"
        legend="Where they buy"
        one="address"
        most={customerLimits.addresses}
        empty={noAddress}
      >
        {(place) => (
          <>
            <FormTextField name={`${place}.street`} label="Street" isRequired={false} autoComplete="off" />
            <FormTextField name={`${place}.city`} label="City" isRequired={false} autoComplete="off" />
            <FormSelect name={`${place}.state`} label="State" placeholder="Choose" options={stateOptions} />
            <FormTextField
              name={`${place}.postalCode`}
              label="ZIP code"
              isRequired={false}
              autoComplete="off"
            />
          </>
        )}
      </RowList>
      <ParentField parent={parent} />
      <FormTextField
        name="tags"
        label="Tags"
        hint="Separated by commas, such as: wholesale, school."
        isRequired={false}
        autoComplete="off"
      />
      <FormTextarea name="note" label="Note" hint="Only your team sees it." rows={3} isRequired={false} />
    </>
  )
}
