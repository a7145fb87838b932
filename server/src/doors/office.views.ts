/** SQL: contact of the office of the tenant `$1`, from its default billing entity; null when not entered. */
export const officeContact = (
  member: 'phone' | 'email',
) => `(select nullif(b.contact ->> '${member}', '') from billing_entity b
            where b.tenant_id = $1 and b.is_default limit 1)`
