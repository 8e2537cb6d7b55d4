import type { SVGProps } from 'react';
import Star from 'lucide-react/icons/star';

export const StarFilledIcon = (props: SVGProps<SVGSVGElement>) => <Star {...props} fill="currentColor" />;
