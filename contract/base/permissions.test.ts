import { expect, test } from 'vitest';
import { isPrivileged, permissions, permissionsOf, roles, rolesWith } from './permissions.ts';

test('a person with several roles has the permissions of all of them, each once', () => {
  expect(permissionsOf([])).toEqual([]);
  expect(permissionsOf(['rider', 'picker'])).toEqual([
    ...['view-orders', 'pick', 'hand-over', 'deliver', 'take-cash', 'count-stock'],
  ]);
  expect(permissionsOf(['owner', 'picker'])).toEqual(permissions);
});

test('each permission has a role, and an owner has all', () => {
  for (const permission of permissions) expect(rolesWith(permission)[0]).toBe('owner');
});

test('only pickers and riders are without a privileged role', () => {
  expect(roles.filter((role) => !isPrivileged([role]))).toEqual(['picker', 'rider']);
  expect([isPrivileged([]), isPrivileged(['picker', 'rider']), isPrivileged(['picker', 'support'])]).toEqual([
    ...[false, false, true],
  ]);
});
