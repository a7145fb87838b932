import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../records/loaded.tsx'
import { PreferenceForm } from './preference.form.tsx'
import { preferenceQuery } from './queries.ts'

/** Billing preferences of a company. */
export function CompanyBillingTab({ companyId }: { companyId: string }) {
  const subject = { company_id: companyId }
  const query = useQuery(preferenceQuery(subject))
  return (
    <Loaded query={query}>
      {(chosen) => (
        <div className="px-4 py-4">
          <PreferenceForm key={chosen.version} subject={subject} chosen={chosen} />
        </div>
      )}
    </Loaded>
  )
}
