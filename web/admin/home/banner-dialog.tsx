import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { EndpointInput } from '#contract/api.ts';
import type { Banner, Collection } from '#contract/home.ts';
import { ImageField } from '#web/admin/image-field/image-field.tsx';
import { uploadError, useImages } from '#web/admin/image-field/use-images.ts';
import { FormAlert } from '#web/admin/load-error.tsx';
import { useUnsavedChanges } from '#web/admin/unsaved-changes.tsx';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { findIssues } from './find-issues.ts';
import { LinkField } from './link-field.tsx';
import { ScheduleFields } from './schedule-fields.tsx';

type Fields = Omit<EndpointInput<'createBanner'>, 'image' | 'phoneImage'>;

const newFields: Fields = {
  ...{ title: '', titleHindi: '', link: '' },
  ...{ startsAt: null, endsAt: null, isActive: true },
};

function toFields({ title, titleHindi, link, startsAt, endsAt, isActive }: Banner): Fields {
  return { title, titleHindi, link, startsAt, endsAt, isActive };
}

interface BannerDialogProps {
  /** Null adds one. */
  banner: Banner | null;
  collections: readonly Collection[];
  timeZone: string;
  onSaved: (message: string) => void;
  /** Called when the banner is another one on the server. */
  onOutdated: () => void;
  onClose: () => void;
}

/** Creates or changes a banner. */
export default function BannerDialog(props: BannerDialogProps) {
  const { banner, collections, timeZone, onSaved, onOutdated, onClose } = props;
  const id = useId();
  const [fields, setFields] = useState(banner === null ? newFields : toFields(banner));
  const [failure, setFailure] = useState<Pick<ApiError, 'message' | 'issues'> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isChanged, setIsChanged] = useState(false);
  const images = useImages({ initial: banner === null ? [] : [banner.image], maximum: 1 });
  const phoneImages = useImages({ initial: banner?.phoneImage ? [banner.phoneImage] : [], maximum: 1 });
  const form = useRef<HTMLFormElement>(null);
  // After the errors have been rendered.
  useEffect(() => {
    if (failure !== null)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true] button')?.focus();
  }, [failure]);
  const { leave, question } = useUnsavedChanges(isChanged || images.isUploading || phoneImages.isUploading);

  function change(changed: Partial<Fields>) {
    setFields((before) => ({ ...before, ...changed }));
    setIsChanged(true);
  }
  const errorOf = (name: string) => failure?.issues.find(({ path }) => path === name)?.message;

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const input = { ...fields, image: images.urls[0] ?? '', phoneImage: phoneImages.urls[0] ?? '' };
    const pending = { image: uploadError(images), phoneImage: uploadError(phoneImages) };
    const issues = [
      ...Object.entries(pending).flatMap(([path, message]) =>
        message === undefined ? [] : [{ path, message }],
      ),
      ...(await findIssues(async () => (await import('#contract/home.ts')).createBanner.input, input)),
    ];
    if (issues.length > 0) {
      setIsBusy(false);
      setFailure({ message: '', issues });
      return;
    }
    const outcome =
      banner === null
        ? await callApi('createBanner', input)
        : await callApi('updateBanner', { _id: banner._id, version: banner.version, ...input });
    setIsBusy(false);
    if (outcome.isOk) {
      setIsChanged(false);
      onSaved(outcome.response.message);
      return;
    }
    const { code } = outcome.error;
    if (code === 'CHANGED_MEANWHILE' || code === 'NOT_FOUND') onOutdated();
    setFailure(outcome.error);
  }

  return (
    <>
      <Dialog title={banner === null ? 'New banner' : 'Change banner'} onClose={() => leave(onClose)}>
        <form ref={form} noValidate onSubmit={save} className="space-y-4" id={id}>
          <Field
            label="Text of the image"
            hint="Read aloud, and shown while the image is missing"
            autoComplete="off"
            maxLength={120}
            value={fields.title}
            error={errorOf('title')}
            onChange={({ target }) => change({ title: target.value })}
          />
          <Field
            label="The same in Hindi (optional)"
            autoComplete="off"
            lang="hi"
            maxLength={120}
            value={fields.titleHindi}
            error={errorOf('titleHindi')}
            onChange={({ target }) => change({ titleHindi: target.value })}
          />
          <div data-invalid={errorOf('image') !== undefined}>
            <ImageField
              label="Image"
              subject={fields.title}
              images={images}
              hint="Three times as wide as high, such as 1080 × 360. The edges of other images are cut off."
              error={errorOf('image')}
            />
          </div>
          <div data-invalid={errorOf('phoneImage') !== undefined}>
            <ImageField
              label="Image for phones (optional)"
              subject={fields.title}
              images={phoneImages}
              hint="Twice as wide as high, such as 1080 × 540. Without it phones show the middle of the other one."
              error={errorOf('phoneImage')}
            />
          </div>
          <LinkField
            link={fields.link}
            collections={collections}
            error={errorOf('link')}
            onChange={(link) => change({ link })}
          />
          <ScheduleFields schedule={fields} timeZone={timeZone} errorOf={errorOf} onChange={change} />
          <FormAlert text={failure?.message ?? ''} />
          <div className="flex flex-wrap justify-end gap-3 pt-2">
            <Button variant="quiet" onClick={() => leave(onClose)}>
              Cancel
            </Button>
            <Button type="submit" isBusy={isBusy}>
              {banner === null ? 'Create' : 'Save'}
            </Button>
          </div>
        </form>
      </Dialog>
      {question}
    </>
  );
}
