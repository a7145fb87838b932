import { type DoorLanguage, doorLanguages, languageNames } from '@cartage/contract/reading/languages'
import { useLingui } from '@lingui/react/macro'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'

/** Language of a link's page: a fixed one, or the browser's. */
export type LinkLanguage = DoorLanguage | 'browser'

/** Selects the language of a link's page. */
export function LanguageField({
  value,
  onChange,
}: {
  value: LinkLanguage
  onChange: (language: LinkLanguage) => void
}) {
  const { t } = useLingui()
  const choices = doorLanguages.map((language) => ({ value: language, label: languageNames[language] }))
  return (
    <Field label={t`Language`} fault={undefined}>
      {(input) => (
        <Select
          {...input}
          choices={[{ value: 'browser', label: t`As the browser` }, ...choices]}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
