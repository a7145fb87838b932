import { BookingDetails } from '@cartage/contract/bookings/app'
import { fieldsOf, type SchemaField } from '../../settings/form/schema-fields.ts'

/** Members that no person fills in: keys of programs, and one that another has replaced. */
const notAsked: readonly string[] = ['route_custom_fields', 'weight']

/** The details of a main leg as fields. What is not ticked is not said: carriers read no "unknown" there. */
export const detailFields: readonly SchemaField[] = asked(fieldsOf(BookingDetails))

function asked(fields: readonly SchemaField[]): SchemaField[] {
  return fields
    .filter(({ name }) => !notAsked.includes(name))
    .map((field) => {
      if (field.kind === 'group') return { ...field, fields: asked(field.fields) }
      return field.kind === 'flag' ? { ...field, isNullable: false } : field
    })
}
