import { useQuery } from '@tanstack/react-query';
import { LocateFixed, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { roundDegrees } from '#contract/addresses/postal-address.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { type Edited, NumberField, RupeesField, TextField } from '#web/admin/form-parts.tsx';
import { callApiOrThrow } from '#web/api/client.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { SelectField, TextArea } from '#web/ui/field.tsx';
import { bindTexts } from './settings-sections.tsx';
import { areaKindLabels, settingsTexts } from './settings-texts.ts';

const texts = settingsTexts.area.fields;

type DeliveryArea = StoreSettings['deliveryArea'];
type Group = DeliveryArea['groups'][number];
type Radius = NonNullable<DeliveryArea['radius']>;

const isKind = (text: string): text is DeliveryArea['kind'] => Object.hasOwn(areaKindLabels, text);

const newGroup: Group = {
  name: '',
  pincodes: [],
  deliveryFeeAmt: null,
  minimumOrderAmt: null,
  extraMinutes: 0,
};
const newRadius: Radius = { latitude: Number.NaN, longitude: Number.NaN, km: 5, pincodes: [] };

interface DeliveryAreaEditorProps extends Edited<DeliveryArea> {
  /** The error of the list of groups, not of one of its fields. */
  listError: string | undefined;
}

/** Where the store delivers, and on which terms. */
export function DeliveryAreaEditor({ value: area, errorOf, listError, onChange }: DeliveryAreaEditorProps) {
  const { kind, groups, radius } = area;
  return (
    <>
      <div className="max-w-80">
        <SelectField
          label={texts.kind.label}
          choices={Object.entries(areaKindLabels)}
          value={kind}
          error={errorOf('kind')}
          onChange={({ target }) => {
            const chosen = isKind(target.value) ? target.value : kind;
            onChange({
              kind: chosen,
              ...keepComplete(area),
              ...(chosen === 'PINCODES' && { groups: groups.length === 0 ? [newGroup] : groups }),
              ...(chosen === 'RADIUS' && { radius: radius ?? newRadius }),
            });
          }}
        />
      </div>
      {kind === 'PINCODES' && (
        <GroupsEditor
          value={groups}
          errorOf={(path) => errorOf(`groups.${path}`)}
          listError={listError}
          onChange={(changed) => onChange({ ...area, groups: changed })}
        />
      )}
      {kind === 'RADIUS' && (
        <RadiusEditor
          value={radius ?? newRadius}
          errorOf={(path) => errorOf(`radius.${path}`)}
          onChange={(changed) => onChange({ ...area, radius: changed })}
        />
      )}
    </>
  );
}

/** Without unfinished input of a kind, whose fields are shown no longer. */
function keepComplete({ groups, radius }: DeliveryArea): Pick<DeliveryArea, 'groups' | 'radius'> {
  const isComplete = [radius?.latitude, radius?.longitude, radius?.km].every(Number.isFinite);
  return {
    groups: groups.filter(({ pincodes }) => pincodes.length > 0),
    radius: isComplete ? radius : null,
  };
}

function GroupsEditor(props: Edited<Group[]> & Pick<DeliveryAreaEditorProps, 'listError'>) {
  const { value: groups, errorOf, listError, onChange } = props;
  return (
    <>
      <p className="text-sm text-ink-soft">
        Fewer than six digits stand for all PIN codes that begin with them. The longest match counts.
      </p>
      {groups.map((group, index) => {
        const label = group.name === '' ? `Group ${index + 1}` : group.name;
        const field = bindTexts(
          {
            value: group,
            errorOf: (name) => errorOf(`${index}.${name}`),
            onChange: (changed) => onChange(groups.map((each, place) => (place === index ? changed : each))),
          },
          texts,
        );
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: an edit must keep the input
            key={index}
            className="min-w-0 space-y-3 rounded-md border border-line p-3"
          >
            <legend className="sr-only">{label}</legend>
            <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
              <TextField maxLength={60} {...field('name')} />
              <IconButton
                label={`Remove ${label}`}
                onClick={() => onChange(groups.filter((_group, place) => place !== index))}
              >
                <Trash2 aria-hidden="true" className="size-4.5" />
              </IconButton>
            </div>
            <PincodesField {...field('pincodes')} />
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
              <RupeesField {...field('deliveryFeeAmt')} />
              <RupeesField {...field('minimumOrderAmt')} />
              <NumberField {...field('extraMinutes')} />
            </div>
          </fieldset>
        );
      })}
      {listError !== undefined && <p className="text-sm text-danger">{listError}</p>}
      {groups.length < 20 && (
        <Button variant="secondary" onClick={() => onChange([...groups, newGroup])}>
          <Plus aria-hidden="true" className="size-4" />
          Add a group
        </Button>
      )}
    </>
  );
}

function RadiusEditor(edited: Edited<Radius>) {
  const { value: radius, onChange } = edited;
  const field = bindTexts(edited, texts);
  const [isLocating, setIsLocating] = useState(false);
  const [message, setMessage] = useState('');
  function locate() {
    setIsLocating(true);
    setMessage('');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setIsLocating(false);
        onChange({ ...radius, latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) });
      },
      () => {
        setIsLocating(false);
        setMessage('This device does not share its location. Enter the coordinates of the store.');
      },
      { enableHighAccuracy: true, timeout: 20_000 },
    );
  }
  return (
    <>
      <div className="grid max-w-2xl grid-cols-1 gap-3 sm:grid-cols-3">
        <NumberField {...field('latitude')} />
        <NumberField {...field('longitude')} />
        <NumberField {...field('km')} />
      </div>
      <Button variant="secondary" isBusy={isLocating} onClick={locate}>
        <LocateFixed aria-hidden="true" className="size-4.5" />
        Use the location of this device
      </Button>
      <p role="status" className="text-sm text-ink-soft">
        {message}
      </p>
      <PincodesField {...field('pincodes')} label={texts.radiusPincodes.label} />
      <p className="text-sm text-ink-soft">
        Shoppers whose address has no location and another PIN code are asked to add their location.
      </p>
    </>
  );
}

interface PincodesFieldProps {
  label: string;
  value: readonly string[];
  error: string | undefined;
  onChange: (pincodes: string[]) => void;
}

const toPincodes = (typed: string) => typed.split(/[\s,;]+/).filter((part) => part !== '');

/** PIN codes or first digits, separated by anything. */
function PincodesField({ label, value, error, onChange }: PincodesFieldProps) {
  const [text, setText] = useState(value.join(', '));
  // As typed, with its separators, while it stands for the value.
  const shown = toPincodes(text).join() === value.join() ? text : value.join(', ');
  return (
    <TextArea
      label={label}
      placeholder="560001, 560034, 5601"
      spellCheck={false}
      value={shown}
      error={error}
      onChange={({ target }) => {
        setText(target.value);
        onChange(toPincodes(target.value));
      }}
    />
  );
}

/** How many shoppers wait for the delivery to which PIN codes; nothing without any. */
export function DeliveryRequests() {
  const { data } = useQuery({
    queryKey: ['delivery-requests'],
    queryFn: async ({ signal }) => (await callApiOrThrow('listDeliveryRequests', {}, { signal })).data,
  });
  if (data === undefined || data.totalCount === 0) return null;
  const { totalCount, pincodes } = data;
  return (
    <div className="space-y-2 border-t border-line pt-3">
      <h3 className="text-sm font-semibold">Requests to deliver by PIN code: {totalCount}</h3>
      <ul className="flex max-h-44 flex-wrap gap-x-4 gap-y-1 overflow-y-auto text-sm tabular-nums">
        {pincodes.map(({ pincode, count }) => (
          <li key={pincode}>
            {pincode}: {count} {count === 1 ? 'request' : 'requests'}
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-soft">
        They get one email when their PIN code is in the delivery area; then their request is deleted.
      </p>
    </div>
  );
}
