/**
 * SQL: whether a trip belongs to a resource group: one of its resources is in it now. Without a group every trip does.
 * @param trip the expression of its id
 * @param group the parameter of the id of the group, `$3`; null for all
 */
export const isOfGroup = (trip: string, group: string) => `(${group}::uuid is null or exists (
        select from trip_resource x
          join resource_allocation a on a.tenant_id = $1 and a.resource_id = x.resource_id
                                    and a.resource_group_id = ${group} and not a.is_archived
         where x.tenant_id = $1 and x.trip_id = ${trip}))`
