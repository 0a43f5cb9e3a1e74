// Which role may do what, in this company's variant.
import { Table } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useMe } from '#app/session.ts';
import { allows, type Permission, reachOf } from '#contract/permissions.ts';
import { roleName, rolesOf } from '#contract/roles.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import classes from './PermissionPage.module.css';
import { permissionGroups, permissionWords, reachTitles } from './userAdmin.permissions.ts';

export function PermissionPage() {
  const { variant } = useMe().company;
  const roles = rolesOf(variant);
  return (
    <div className={classes.page}>
      <PageHeader title="Permissions" />
      <p className={classes.about}>
        A user may do what the role allows. You give a role in Users; nobody can give a role above their own.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys */}
      <section className={classes.frame} aria-label="Permissions by role" tabIndex={0}>
        <Table className={classes.table ?? ''} highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Permission</Table.Th>
              {roles.map((role) => (
                <Table.Th key={role} className={classes.role}>
                  {roleName(role, variant)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Table.Tr>
              <Table.Th scope="row">Sees the contacts of</Table.Th>
              {roles.map((role) => (
                <Table.Td key={role} className={classes.role}>
                  {reachTitles[reachOf[role]]}
                </Table.Td>
              ))}
            </Table.Tr>
            {permissionGroups.map((group) => (
              <Fragment key={group}>
                <Table.Tr>
                  <Table.Th colSpan={roles.length + 1} scope="rowgroup" className={classes.group}>
                    {group}
                  </Table.Th>
                </Table.Tr>
                {permissionsOf(group).map(([permission, title]) => (
                  <Table.Tr key={permission}>
                    <Table.Th scope="row">{title}</Table.Th>
                    {roles.map((role) => (
                      <Table.Td key={role} className={classes.role}>
                        {allows(role, permission) ? (
                          <>
                            <IconCheck size="1rem" aria-hidden />
                            <span className="unseen">Yes</span>
                          </>
                        ) : (
                          <span className="unseen">No</span>
                        )}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Fragment>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </div>
  );
}

const permissionsOf = (wanted: string) =>
  Object.entries(permissionWords).flatMap(([name, [group, title]]) =>
    group === wanted ? [[name as Permission, title] as const] : [],
  );
