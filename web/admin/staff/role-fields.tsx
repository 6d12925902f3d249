import type { UseFormRegisterReturn } from 'react-hook-form';
import { roles } from '#contract/base/permissions.ts';
import { roleTexts } from './role-texts.ts';

/** A checkbox for each role. */
export function RoleFields({
  register,
  error,
}: {
  register: UseFormRegisterReturn;
  error?: string | undefined;
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Roles</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {roles.map((role) => (
          <label
            key={role}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-md border border-line px-3 py-2 has-checked:border-leaf has-checked:bg-leaf-soft"
          >
            <input
              type="checkbox"
              value={role}
              aria-invalid={error !== undefined}
              aria-labelledby={`role-name-${role}`}
              aria-describedby={`role-${role}`}
              className="mt-0.5 size-5 flex-none accent-leaf"
              {...register}
            />
            <span>
              <span id={`role-name-${role}`} className="block font-semibold">
                {roleTexts[role].label}
              </span>
              <span id={`role-${role}`} className="block text-sm text-ink-soft">
                {roleTexts[role].hint}
              </span>
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && <p className="mt-1 text-sm text-danger">{error}</p>}
    </fieldset>
  );
}
