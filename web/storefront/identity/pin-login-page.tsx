import { useQuery } from '@tanstack/react-query';
import { Delete, UserRound } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { pinLength } from '#contract/base/limits.ts';
import { ApiError, toErrorMessage } from '#web/api/api-error.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { useIsHydrated } from '#web/base/hydration.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { queryClient } from '#web/session/query-client.ts';
import { logOut, startSession, useSession } from '#web/session/session.ts';
import { forgetStaffDevice, readStaffDevice, storeStaffDevice } from '#web/session/staff-device.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { StoreMark } from '#web/ui/store-logo.tsx';
import { showToast } from '#web/ui/toast.ts';

export function meta() {
  return [{ title: t('staff.pinLogin') }, { name: 'robots', content: 'noindex' }];
}

/** `/staff/login`: pickers and riders log in by PIN on a shared phone, which an owner approves here by a code. */
export default function PinLoginPage() {
  const isHydrated = useIsHydrated();
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-md flex-col px-4 pb-[calc(1rem+env(safe-area-inset-bottom))]">
      <header className="flex items-center gap-2 py-3 text-ink-soft">
        <StoreMark />
        {t('staff.pinLogin')}
      </header>
      <main className="flex flex-1 flex-col">{isHydrated ? <Steps /> : <Loading />}</main>
    </div>
  );
}

function Loading() {
  return <Skeleton className="h-80 w-full rounded-lg" />;
}

function Steps() {
  const { status, user } = useSession();
  const [device, setDevice] = useState(readStaffDevice);
  const [message, setMessage] = useState('');
  if (status === 'unknown') return <Loading />;
  if (user !== null) return <InUse name={user.name} />;
  if (device === null)
    return (
      <ApproveForm
        message={message}
        onApproved={(approved) => {
          storeStaffDevice(approved);
          setMessage('');
          setDevice(approved);
        }}
      />
    );
  return (
    <LogIn
      device={device}
      onNotApproved={(text) => {
        forgetStaffDevice();
        setMessage(text);
        setDevice(null);
      }}
    />
  );
}

/** A person is logged in in this browser. */
function InUse({ name }: { name: string }) {
  const navigate = useNavigate();
  return (
    <div className="mt-auto space-y-3">
      <h1 className="text-xl wrap-anywhere">{t('staff.inUse', { name })}</h1>
      <Button isWide className="min-h-16!" onClick={() => void navigate('/dashboard')}>
        {t('staff.continueAs')}
      </Button>
      <Button isWide variant="secondary" className="min-h-16!" onClick={() => void logOut()}>
        {t('staff.nextPerson')}
      </Button>
    </div>
  );
}

/** Asks for the code that approves the phone. The link in the QR code of the owner contains it. */
function ApproveForm({ message, onApproved }: { message: string; onApproved: (device: string) => void }) {
  const [search, setSearch] = useSearchParams();
  const form = useApiForm({
    defaultValues: { code: search.get('code') ?? '' },
    loadSchema: () => import('#contract/staff/staff.ts').then(({ approveDevice }) => approveDevice.input),
    send: (values) => callApi('approveDevice', values),
    onSuccess({ data }) {
      showToast('success', t('staff.approved'));
      setSearch({}, { replace: true });
      onApproved(data.device);
    },
    toErrorText: toErrorMessage,
  });
  return (
    <form {...form.formProps} className="mt-auto space-y-4">
      <h1 className="text-xl">{t('staff.approveTitle')}</h1>
      <FormAlert>{message}</FormAlert>
      <p className="text-ink-soft">{t('staff.approveLead')}</p>
      <Field
        label={t('staff.approvalCode')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.fieldProps('code')}
      />
      <FormAlert>{form.error}</FormAlert>
      <Button type="submit" isWide isBusy={form.isBusy} className="min-h-16!">
        {t('staff.approve')}
      </Button>
    </form>
  );
}

interface Person {
  employeeCode: string;
  /** Empty for a code that was typed. */
  name: string;
}

/** Choose a name or type a code, then the PIN. */
function LogIn({ device, onNotApproved }: { device: string; onNotApproved: (message: string) => void }) {
  const [person, setPerson] = useState<Person | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  const people = useQuery(
    {
      queryKey: ['pin-logins', device],
      queryFn: async ({ signal }) => (await callApiOrThrow('listPinLogins', { device }, { signal })).data,
      staleTime: 0,
    },
    queryClient,
  );
  const { error } = people;
  const leave = useEffectEvent((refusal: ApiError) => onNotApproved(toErrorMessage(refusal)));
  useEffect(() => {
    if (error instanceof ApiError && error.code === 'DEVICE_NOT_APPROVED') leave(error);
  }, [error]);
  if (person !== null)
    return (
      <PinStep device={device} person={person} onBack={() => setPerson(null)} onNotApproved={onNotApproved} />
    );
  if (isTyping)
    return (
      <CodeStep
        onBack={() => setIsTyping(false)}
        onChoose={(employeeCode) => setPerson({ employeeCode, name: '' })}
      />
    );
  return (
    <>
      <StepTitle>{t('staff.whoAreYou')}</StepTitle>
      <div className="flex-1 overflow-y-auto py-3">
        {people.data === undefined && error === null && <Loading />}
        {error instanceof ApiError && <FormAlert>{toErrorMessage(error)}</FormAlert>}
        {people.data?.length === 0 && <p className="text-ink-soft">{t('staff.noPins')}</p>}
        <ul className="space-y-2">
          {people.data?.map((each) => (
            <li key={each.employeeCode}>
              <button
                type="button"
                onClick={() => setPerson(each)}
                className="flex min-h-16 w-full items-center gap-3 rounded-lg border border-line bg-surface px-4 text-left text-lg font-semibold wrap-anywhere hover:bg-sunken"
              >
                <UserRound aria-hidden="true" className="size-6 flex-none text-leaf" />
                {each.name}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <Button isWide variant="secondary" className="min-h-16!" onClick={() => setIsTyping(true)}>
        {t('staff.enterCode')}
      </Button>
    </>
  );
}

/** Takes the focus from the button of the former step, which is gone. */
function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h1 ref={title} tabIndex={-1} className="text-xl wrap-anywhere outline-none">
      {children}
    </h1>
  );
}

const shortestCode = 2;
const longestCode = 6;

function CodeStep({ onBack, onChoose }: { onBack: () => void; onChoose: (code: string) => void }) {
  const [code, setCode] = useState('');
  const isComplete = code.length >= shortestCode;
  return (
    <Entry
      title={t('staff.employeeCode')}
      status={code === '' ? '' : t('staff.codeEntered', { code })}
      shown={<span className="text-3xl font-bold tabular-nums">{code || '–'}</span>}
      error=""
      onBack={onBack}
    >
      <Keypad
        onDigit={(digit) => setCode((typed) => `${typed}${digit}`.slice(0, longestCode))}
        onDelete={() => setCode((typed) => typed.slice(0, -1))}
        onEnter={() => isComplete && onChoose(code)}
      />
      <Button isWide className="mt-3 min-h-16!" disabled={!isComplete} onClick={() => onChoose(code)}>
        {t('staff.next')}
      </Button>
    </Entry>
  );
}

interface PinStepProps {
  device: string;
  person: Person;
  onBack: () => void;
  onNotApproved: (message: string) => void;
}

/** Sends the PIN with its last digit. */
function PinStep({ device, person: { employeeCode, name }, onBack, onNotApproved }: PinStepProps) {
  const [pin, setPin] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();

  async function send(complete: string) {
    setIsBusy(true);
    const outcome = await startSession(await callApi('loginByPin', { device, employeeCode, pin: complete }));
    if (outcome.isOk) return void navigate('/dashboard', { replace: true });
    setIsBusy(false);
    setPin('');
    const text = toErrorMessage(outcome.error);
    if (outcome.error.code === 'DEVICE_NOT_APPROVED') onNotApproved(text);
    else setError(text);
  }

  function add(digit: string) {
    if (isBusy || pin.length === pinLength) return;
    const typed = `${pin}${digit}`;
    setError('');
    setPin(typed);
    if (typed.length === pinLength) void send(typed);
  }

  const dots = Array.from({ length: pinLength }, (_, index) => index < pin.length);
  return (
    <Entry
      title={t('staff.pinOf', { name: name === '' ? employeeCode : name })}
      status={t('staff.pinDigits', { count: pin.length, length: pinLength })}
      shown={dots.map((isTyped, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the dots have no other identity.
          key={index}
          className={`size-4 rounded-full border-2 border-leaf ${isTyped ? 'bg-leaf' : ''}`}
        />
      ))}
      error={error}
      onBack={onBack}
    >
      <Keypad onDigit={add} onDelete={() => !isBusy && setPin((typed) => typed.slice(0, -1))} />
    </Entry>
  );
}

interface EntryProps {
  title: string;
  /** What was typed, for screen readers. */
  status: string;
  shown: ReactNode;
  error: string;
  onBack: () => void;
  children: ReactNode;
}

/** What is typed above its keys, which are at the lower end of the screen, in reach of a thumb. */
function Entry({ title, status, shown, error, onBack, children }: EntryProps) {
  return (
    <>
      <StepTitle>{title}</StepTitle>
      <div aria-hidden="true" className="flex flex-1 items-center justify-center gap-4 py-4">
        {shown}
      </div>
      <p role="status" className="sr-only">
        {status}
      </p>
      <FormAlert>{error}</FormAlert>
      <div className="mt-3">{children}</div>
      <Button isWide variant="quiet" className="mt-2" onClick={onBack}>
        {t('staff.back')}
      </Button>
    </>
  );
}

interface KeypadProps {
  onDigit: (digit: string) => void;
  onDelete: () => void;
  onEnter?: () => void;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const keyClass =
  'flex min-h-16 items-center justify-center rounded-lg border border-line bg-surface text-2xl font-semibold tabular-nums select-none hover:bg-sunken active:bg-leaf-soft';

/** Keys of digits. The keys of a keyboard do the same. */
function Keypad({ onDigit, onDelete, onEnter }: KeypadProps) {
  const type = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) onDigit(event.key);
    else if (event.key === 'Backspace') onDelete();
    // Enter on a button presses it.
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) onEnter?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => type(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const key = (digit: string) => (
    <button key={digit} type="button" className={keyClass} onClick={() => onDigit(digit)}>
      {digit}
    </button>
  );
  return (
    <div className="grid touch-manipulation grid-cols-3 gap-2">
      {digits.map(key)}
      <span />
      {key('0')}
      <button type="button" aria-label={t('staff.deleteDigit')} className={keyClass} onClick={onDelete}>
        <Delete aria-hidden="true" className="size-6" />
      </button>
    </div>
  );
}
