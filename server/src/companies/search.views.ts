import type { CompanyOption } from '@cartage/contract/companies/app/search'
import { endOfPrefix, foldText } from '@cartage/contract/reading/fold'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

/** Most matches per kind, and in total. */
const most = 20

const shown = 'company_id, name, code, accounting_code, status, billing_location_id'

// Index ranges, not patterns: with row security no pattern uses an index.
const search = statement(
  'companies.find_beginning',
  `select f.company_id, f.name, coalesce(f.accounting_code, f.code) as code, f.status,
          (select l.city from location l where l.tenant_id = $1 and l.location_id = f.billing_location_id) as city
     from (
       (select ${shown} from company
         where tenant_id = $1 and not is_archived and not archived_customer and is_customer
           and name_key >= $2 and name_key < $3
         order by name_key limit ${most})
       union
       (select ${shown} from company
         where tenant_id = $1 and not is_archived and not archived_customer and is_customer
           and code >= $4 and code < $5
         order by code limit ${most})
       union
       (select ${shown} from company
         where tenant_id = $1 and not is_archived and not archived_customer and is_customer
           and accounting_code >= $4 and accounting_code < $5
         order by accounting_code limit ${most})
     ) f
    order by f.name limit ${most}`,
)

/** Customers whose name (in any case) or code has this prefix; at most 20. */
export async function findCompaniesBeginning(tx: Tx, text: string): Promise<CompanyOption[]> {
  const name = foldText(text)
  return await tx.query<CompanyOption>(search, name, endOfPrefix(name), text, endOfPrefix(text))
}
