import { useRef, useState } from 'react';
import { gallerySizes } from '#web/storefront/product-card/image-transition.ts';
import { ScrollArrows, useScrollSteps } from '#web/storefront/product-list/scroll-arrows.tsx';
import { Picture } from '#web/ui/picture.tsx';

/** How far an arrow moves the thumbnails (specification section 9). */
const thumbnailStepPx = 100;

interface GalleryProps {
  name: string;
  images: readonly string[];
}

/**
 * The pictures of a product side by side in a strip that snaps: a finger swipes, arrow keys scroll it (hence it
 * takes the focus), and a thumbnail brings its picture. The picture in view is the selected one.
 */
export function Gallery({ name, images }: GalleryProps) {
  const track = useRef<HTMLUListElement>(null);
  const thumbnails = useRef<HTMLUListElement>(null);
  const [selected, setSelected] = useState(0);
  const { isAtStart, isAtEnd, step } = useScrollSteps(thumbnails, thumbnailStepPx, images.length);
  const isOne = images.length < 2;

  const noteSelected = () => {
    const element = track.current;
    if (element !== null) setSelected(Math.round(element.scrollLeft / Math.max(element.clientWidth, 1)));
  };
  const select = (index: number) => {
    setSelected(index);
    const element = track.current;
    element?.scrollTo({ left: index * element.clientWidth });
  };

  return (
    <div className="gallery">
      <ul
        className="track"
        ref={track}
        tabIndex={isOne ? -1 : 0}
        aria-label="Pictures"
        onScroll={noteSelected}
      >
        {images.map((image, index) => (
          <li className="tile" key={image} data-flying-picture={index === 0 ? '' : undefined}>
            <Picture
              src={image}
              alt={index === 0 ? name : `${name}, picture ${index + 1} of ${images.length}`}
              width={640}
              height={640}
              sizes={gallerySizes}
              isEager={index === 0}
            />
          </li>
        ))}
      </ul>
      {!isOne && (
        <>
          <p className="dots" aria-hidden="true">
            {images.map((image, index) => (
              <span key={image} className={index === selected ? 'is-selected' : undefined} />
            ))}
          </p>
          <div className="thumbnails">
            <ul ref={thumbnails}>
              {images.map((image, index) => (
                <li key={image}>
                  <button
                    type="button"
                    className="tile"
                    aria-label={`Show picture ${index + 1} of ${images.length}`}
                    aria-current={index === selected}
                    onClick={() => select(index)}
                  >
                    <Picture src={image} alt="" width={160} height={160} sizes="4.5rem" />
                  </button>
                </li>
              ))}
            </ul>
            <ScrollArrows label="pictures" isAtStart={isAtStart} isAtEnd={isAtEnd} onStep={step} />
          </div>
        </>
      )}
    </div>
  );
}
