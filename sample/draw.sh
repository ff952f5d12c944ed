#!/usr/bin/env bash
# Draws every picture of the sample again: the sleeves (sleeves/*.svg → catalogue/*.jpg) and the two
# pretended photographs, photo.jpg and other.jpg, with their corners in photo.json and other.json.
# Needs these Debian packages: chromium imagemagick fonts-liberation fonts-dejavu-core python3
# Usage: draw.sh [sleeves|photos]   (both without an argument)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# render SVG PNG WIDTH HEIGHT: what a browser shows of a drawing.
render() {
  cp "$1" "$scratch/page.svg"
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 \
    --user-data-dir="$scratch/profile" --window-size="$3,$4" \
    --screenshot="$scratch/shot.png" "file://$scratch/page.svg" >"$scratch/chromium.log" 2>&1 ||
    { cat "$scratch/chromium.log" >&2; return 1; }
  convert "$scratch/shot.png" -crop "$3x$4+0+0" +repage "$2"
}

# The grain is that of printed card, and the same at every drawing.
sleeves() {
  local svg name
  for svg in sleeves/*.svg; do
    name=$(basename "$svg" .svg)
    render "$svg" "$scratch/sleeve.png" 1000 1000
    convert "$scratch/sleeve.png" -alpha off -seed 24 -attenuate 0.07 +noise Gaussian \
      -strip -interlace none -sampling-factor 2x2 -quality 85 "catalogue/$name.jpg"
    echo "catalogue/$name.jpg"
  done
}

# photograph SLEEVE.jpg OUT.png WIDTH HEIGHT GLARE X0 Y0 X1 Y1 X2 Y2 X3 Y3
# The sleeve on the table as a phone sees it; corners from top-left, clockwise, as a pinhole camera
# (f = 2950 px, tilted by about 20°) throws them. GLARE is where the lamp is reflected, as +X+Y.
photograph() {
  local sleeve=$1 out=$2 w=$3 h=$4 glare=$5
  shift 5
  local outline="$1,$2 $3,$4 $5,$6 $7,$8"

  convert "$scratch/table.png" -gravity center -crop "${w}x$h+0+0" +repage "$scratch/scene.png"

  # Two shadows: a wide soft one from the window, a narrow dark one where card meets wood.
  convert -size "${w}x$h" xc:white -fill 'gray(30%)' -draw "translate 52,60 polygon $outline" \
    -resize 12.5% -blur 0x6 -resize "${w}x$h!" "$scratch/shadow.png"
  convert -size "${w}x$h" xc:white -fill 'gray(30%)' -draw "translate 14,18 polygon $outline" \
    -resize 25% -blur 0x3 -resize "${w}x$h!" "$scratch/contact.png"

  # The card's lit edge, then its face: slightly faded, as print under a lamp is.
  convert "$sleeve" +level 5%,93% -alpha set -virtual-pixel transparent -background none \
    -define distort:viewport="${w}x$h+0+0" -filter Lanczos -distort Perspective \
    "0,0 $1,$2  1000,0 $3,$4  1000,1000 $5,$6  0,1000 $7,$8" +repage "$scratch/face.png"

  # Light falls from the upper left; the corners of the picture are darker; the lamp is mirrored.
  convert -size "$((w / 8))x$((h / 8))" xc: -sparse-color Bilinear \
    "0,0 gray(100%) $((w / 8)),0 gray(90%) 0,$((h / 8)) gray(92%) $((w / 8)),$((h / 8)) gray(78%)" \
    -resize "${w}x$h!" "$scratch/light.png"
  convert -size "$((w / 8))x$((h / 8))" radial-gradient:white-'gray(48%)' -gamma 1.9 \
    -resize "${w}x$h!" "$scratch/vignette.png"
  convert -size 1500x900 radial-gradient:'gray(36%)'-black -background black -rotate -24 \
    "$scratch/lamp.png"
  convert -size "${w}x$h" xc:black "$scratch/lamp.png" -geometry "$glare" -composite \
    -resize 12.5% -blur 0x6 -resize "${w}x$h!" "$scratch/glare.png"

  convert "$scratch/scene.png" \
    "$scratch/shadow.png" -compose Multiply -composite \
    "$scratch/contact.png" -compose Multiply -composite \
    -fill none -stroke '#e9e2d4' -strokewidth 5 -draw "polygon $outline" \
    "$scratch/face.png" -compose Over -composite \
    "$scratch/light.png" -compose Multiply -composite \
    "$scratch/vignette.png" -compose Multiply -composite \
    "$scratch/glare.png" -compose Screen -composite \
    -channel R -evaluate multiply 1.10 -channel G -evaluate multiply 1.06 -channel B -evaluate multiply 0.96 +channel \
    -blur 0x1.1 -seed 6 -attenuate 0.22 +noise Gaussian -blur 0x0.6 \
    -alpha off -depth 8 "$out"
}

# jpeg IN "CONVERT OPTIONS" QUALITY OUT: a baseline JPEG without metadata.
jpeg() { convert "$1" $2 -strip -interlace none -sampling-factor 2x2 -quality "$3" "$4"; }

photos() {
  render table.svg "$scratch/table.png" 4032 4032

  # A phone held upright stores the picture lying on its side and says so: (x, y) upright is
  # (y, 3024 − x) as stored, and orientation 6 turns it back.
  local upright=(778 718 2900 1035 2879 3392 76 2885)
  photograph "catalogue/Miles Davis - Kind of Blue.jpg" "$scratch/photo.png" 3024 4032 +1500+700 "${upright[@]}"
  jpeg "$scratch/photo.png" '-rotate 270 +repage' 76 "$scratch/photo.jpg"
  python3 exif.py "$scratch/photo.jpg" photo.jpg 6
  local q=() i
  for i in 0 2 4 6; do q+=("[${upright[i + 1]}, $((3024 - upright[i]))]"); done
  printf '{"album": {"artist": "Miles Davis", "title": "Kind of Blue"},\n "quad": [%s, %s, %s, %s]}\n' "${q[@]}" >photo.json
  echo photo.jpg

  # Not in the catalogue: there is no such band.
  local flat=(739 528 2889 212 3575 2440 805 2907)
  render other.svg "$scratch/other-sleeve.png" 1000 1000
  photograph "$scratch/other-sleeve.png" "$scratch/other.png" 4032 3024 +1500+300 "${flat[@]}"
  jpeg "$scratch/other.png" '' 76 "$scratch/other.jpg"
  mv "$scratch/other.jpg" other.jpg
  q=()
  for i in 0 2 4 6; do q+=("[${flat[i]}, ${flat[i + 1]}]"); done
  printf '{"album": {"artist": "The Ottoline Verge", "title": "Paper Weather"},\n "quad": [%s, %s, %s, %s]}\n' "${q[@]}" >other.json
  echo other.jpg
}

case ${1:-all} in
  sleeves) sleeves ;;
  photos) photos ;;
  all) sleeves && photos ;;
  *) echo "usage: draw.sh [sleeves|photos]" >&2; exit 2 ;;
esac
