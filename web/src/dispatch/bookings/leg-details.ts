import { BookingDetails } from '@cartage/contract/bookings/app'
import { fieldsOf, type SchemaField } from '../../settings/form/schema-fields.ts'

/** Members that users do not fill in: keys for programs, and a deprecated one. */
const hiddenMembers: readonly string[] = ['route_custom_fields', 'weight']

/** Form fields of a main leg. Unchecked boxes are omitted, because carriers cannot read "unknown" there. */
export const detailFields: readonly SchemaField[] = formFieldsOf(fieldsOf(BookingDetails))

function formFieldsOf(fields: readonly SchemaField[]): SchemaField[] {
  return fields
    .filter(({ name }) => !hiddenMembers.includes(name))
    .map((field) => {
      if (field.kind === 'group') return { ...field, fields: formFieldsOf(field.fields) }
      return field.kind === 'flag' ? { ...field, isNullable: false } : field
    })
}
